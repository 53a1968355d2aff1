// The page of a policy: its sections, then whom to ask.
import { Fragment } from 'react';
import { brand, chatLink, sellerLines } from '../../../shop/brand.ts';
import type { Seller } from '../../../shop/brand.ts';
import { policiesUpdatedOn } from '../../../shop/policies/policy.ts';
import type { Policy, PolicySection } from '../../../shop/policies/policy.ts';
import { policyNames, policyPath } from '../../../shop/paths.ts';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icon.tsx';
import layout from '../../ui/layout.module.css';
import { Title } from '../../ui/title.tsx';
import s from './policy-page.module.css';

const QUESTIONS = 'Questions and complaints';

/** Returns the id of the section with this title: 'who-else-gets-it'. */
const idOf = (title: string) =>
  title
    .toLowerCase()
    .match(/[a-z]+/g)
    ?.join('-');

export function PolicyPage({ policy }: { policy: Policy }) {
  const { title, lede, facts, sections } = policy;
  return (
    <div className={classNames(layout.wrap, layout.pageHead, s.page)}>
      <div className={s.head}>
        <Title level={1} text={lede} className={s.title}>
          {title.split(/ (?=and )/).map((line) => (
            <span key={line}>{line} </span>
          ))}
        </Title>
        <nav aria-label="Policies">
          <ul className={s.policies}>
            {policyNames.map((name) => (
              <li key={name}>
                <a href={policyPath(name)} aria-current={name === policy.name ? 'page' : undefined}>
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <nav aria-label="On this page">
          <details className={s.contents}>
            <summary>
              On this page
              <Icon name="down" />
            </summary>
            <ul>
              {[...sections.map((section) => section.title), QUESTIONS].map((name) => (
                <li key={name}>
                  <a href={`#${idOf(name)}`}>{name}</a>
                </li>
              ))}
            </ul>
          </details>
        </nav>
      </div>
      <div className={s.policy}>
        {facts && (
          <section>
            <h2>In short</h2>
            <ul className={s.named}>
              {facts.map(([name, words]) => (
                <li key={name}>
                  <a href={`#${idOf(name)}`}>{name}</a> <span>{words}</span>
                </li>
              ))}
            </ul>
          </section>
        )}
        {sections.map((section) => (
          <Section key={section.title} section={section} />
        ))}
        <section>
          <Heading>{QUESTIONS}</Heading>
          <p>
            Write to <a href={`mailto:${brand.email}`}>{brand.email}</a>, call{' '}
            <a href={`tel:${brand.phone}`}>{brand.phoneDisplay}</a> or{' '}
            <a href={chatLink()}>send us a message</a>.
          </p>
          <p>
            <Words text={complaintSentence(brand)} />
          </p>
          <address>
            {sellerLines(brand).map((line) => (
              <p key={line}>{line}</p>
            ))}
          </address>
        </section>
        <p className={s.updated}>Last updated on {policiesUpdatedOn}</p>
      </div>
    </div>
  );
}

/** Returns where to complain, with the officer's name if it is filled in. */
export function complaintSentence({ grievanceOfficer }: Seller): string {
  const who = grievanceOfficer ? `, ${grievanceOfficer},` : '';
  return `Our grievance officer${who} answers at the same e-mail. A complaint is acknowledged within 48 hours and settled within a month.`;
}

/** The targets of the words that name another page. */
const links = new Map([
  ['Shipping', policyPath('Shipping')],
  ['Refunds', policyPath('Refunds')],
  ['refunds page', policyPath('Refunds')],
  ['Your orders', '/your-orders'],
  ['your account page', '/account'],
  ['ask us on chat', chatLink()],
]);

const special = new RegExp(
  `(e-mails?|\\d+(?:-\\d+)? (?:working |business )?(?:hours|days|months)|${[...links.keys()].join('|')})`,
);

/** Renders a text in which other pages are links and no line ends within 'e-mail' or '3-5 days'. */
function Words({ text }: { text: string }) {
  return text.split(special).map((part, index) => {
    if (index % 2 === 0) return part;
    const href = links.get(part);
    const Tag = href === undefined ? 'span' : 'a';
    return (
      // oxlint-disable-next-line react/no-array-index-key -- the parts of a text stay where they are
      <Tag key={index} href={href} className={href ? undefined : s.whole}>
        {part}
      </Tag>
    );
  });
}

/** The target is above the heading, clear of the bar: Chromium marks the wrong section if targets have a scroll margin. */
function Heading({ children }: { children: string }) {
  return (
    <>
      <span id={idOf(children)} className={s.target} />
      <h2>{children}</h2>
    </>
  );
}

/** Renders points as a list, or as named rows if each begins with its subject: 'Your orders: What you bought, …'. */
function Points({ points }: { points: readonly string[] }) {
  const isNamed = points.every((point) => named.test(point));
  return (
    <ul className={isNamed ? s.named : undefined}>
      {points.map((point) => {
        const [, name, words = point] = (isNamed && named.exec(point)) || [];
        return (
          <li key={point}>
            {name && <b>{name} </b>}
            <span>
              <Words text={words} />
            </span>
          </li>
        );
      })}
    </ul>
  );
}

const named = /^([^.:]+): (.+)/;

function Section({ section }: { section: PolicySection }) {
  const { title, ways, content } = section;
  return (
    <section>
      <Heading>{title}</Heading>
      {ways?.map(({ head, steps }) => (
        <Fragment key={steps[2]?.[1]}>
          {head && (
            <div className={s.way}>
              <h3>{head[0]}</h3>
              <p>{head[1]}</p>
            </div>
          )}
          <ol className={s.steps}>
            {steps.map(([name, time]) => (
              <li key={name}>
                <b>{name}</b> <Words text={time} />
              </li>
            ))}
          </ol>
        </Fragment>
      ))}
      {content.map((part) =>
        typeof part === 'string' ? (
          <p key={part}>
            <Words text={part} />
          </p>
        ) : (
          <Points key={part[0]} points={part} />
        ),
      )}
    </section>
  );
}
