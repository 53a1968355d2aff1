// The page of a policy: its contents, its sections, then whom to ask.
import { type ReactNode, useRef } from 'react';
import { brand, chatLink, sellerLines } from '../../shop/brand.ts';
import type { Seller } from '../../shop/brand.ts';
import { policyNames, policyPath } from '../../shop/paths.ts';
import { policiesUpdatedOn } from '../../shop/policies/policy.ts';
import type { Policy, PolicySection, PolicyWay } from '../../shop/policies/policy.ts';
import { useMedia } from '../platform/timing.tsx';
import { classNames } from '../ui/class-names.ts';
import { Note } from '../ui/feedback/note.tsx';
import { Icon } from '../ui/icon.tsx';
import layout from '../ui/layout/layout.module.css';
import { PointList, StringList } from '../ui/layout/string-list.tsx';
import { Title } from '../ui/layout/title.tsx';
import s from './policy-screen.module.css';

const IN_SHORT = 'In short';
const QUESTIONS = 'Questions and complaints';

/** Returns the id of the section with this title: 'who-else-gets-it'. */
const sectionId = (title: string) =>
  title
    .toLowerCase()
    .match(/[a-z]+/g)
    ?.join('-');

/** The targets of the words that name another page. */
const links = new Map([
  ['Shipping', policyPath('Shipping')],
  ['Refunds', policyPath('Refunds')],
  ['refunds page', policyPath('Refunds')],
  ['Your orders', '/your-orders'],
  ['your account page', '/account'],
  ['ask us on chat', chatLink()],
]);

/** What becomes a link, what no line breaks, and what no translation changes. */
const special = new RegExp(
  `(e-mails?|sign-up|₹[\\d,]+\\d|\\d+(?:-\\d+)? (?:working |business )?(?:hours|days|months)|${[...links.keys()].join('|')})`,
);

/** A point that begins with its subject, which is the name of its row. */
const named = /^([^.:]+): (.+)/;

const areNamed = (points: readonly string[]) => points.every((point) => named.test(point));

export function PolicyPage({ policy }: { policy: Policy }) {
  const { title, facts, sections } = policy;
  const titles = [...(facts ? [IN_SHORT] : []), ...sections.map((section) => section.title)];
  return (
    <div className={classNames(layout.wrap, layout.pageHead, s.page)}>
      <div className={s.head}>
        <Title level={1} className={s.title}>
          {title.split(/ (?=and )/).map((line) => (
            <span key={line}>{`${line} `}</span>
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
        <nav aria-label="On this page" className={s.contents}>
          <ul>
            {[...titles, QUESTIONS].map((name) => (
              <li key={name}>
                <a href={`#${sectionId(name)}`}>{name}</a>
              </li>
            ))}
          </ul>
        </nav>
      </div>
      <div className={s.policy}>
        {facts && (
          <Part title={IN_SHORT}>
            <ul className={s.named}>
              {facts.map(([name, words]) => (
                <li key={name}>
                  <a href={`#${sectionId(name)}`}>{name}</a> <span>{words}</span>
                </li>
              ))}
            </ul>
          </Part>
        )}
        {sections.map((section) => (
          <Section key={section.title} section={section} folds={facts !== undefined} />
        ))}
        <Part title={QUESTIONS}>
          <p>
            Write to{' '}
            <a href={`mailto:${brand.email}`} translate="no">
              {brand.email}
            </a>
            , call{' '}
            <a href={`tel:${brand.phone}`} translate="no">
              {brand.phoneDisplay}
            </a>{' '}
            or <a href={chatLink()}>send us a message</a>.
          </p>
          <p>
            <Words text={complaintSentence(brand)} />
          </p>
          <address>
            {sellerLines(brand).map((line) => (
              <p key={line}>{line}</p>
            ))}
          </address>
        </Part>
        <p className={s.updated}>{`Last updated on ${policiesUpdatedOn}`}</p>
      </div>
    </div>
  );
}

function Section({ section, folds }: { section: PolicySection; folds: boolean }) {
  const { title, ways, content, note } = section;
  const WhichPart = folds ? FoldedPart : Part;
  return (
    <WhichPart title={title}>
      {ways?.map((way) => (
        <Way key={way.steps[2]?.[1]} way={way} />
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
      {note && (
        <Note>
          <p>{note}</p>
        </Note>
      )}
    </WhichPart>
  );
}

interface PartProps {
  title: string;
  children: ReactNode;
}

/** The target is above the heading, clear of the bar: Chromium marks the wrong section if targets have a scroll margin. */
function Part({ title, children }: PartProps) {
  return (
    <section>
      <span id={sectionId(title)} className={s.target} />
      <h2>{title}</h2>
      <div className={s.words}>{children}</div>
    </section>
  );
}

/** Below 'In short': closed on phones. A link to it opens it, because its target is inside. */
function FoldedPart({ title, children }: PartProps) {
  const details = useRef<HTMLDetailsElement>(null);
  useMedia('(width >= 40em)', (isWide) => {
    if (isWide) details.current!.open = true;
    details.current!.querySelector('summary')!.tabIndex = isWide ? -1 : 0;
  });
  return (
    <section>
      <details ref={details} className={s.fold}>
        <summary>
          <h2>{title}</h2>
          <Icon name="down" />
        </summary>
        <span id={sectionId(title)} className={s.target} />
        <div className={s.words}>{children}</div>
      </details>
    </section>
  );
}

function Way({ way: { head, steps } }: { way: PolicyWay }) {
  return (
    <div className={s.way}>
      {head && (
        <>
          <h3>{head[0]}</h3>
          <p>
            <b>{head[1]}</b> <span>{head[2]}</span>
          </p>
        </>
      )}
      <StringList ordered across>
        {steps.map(([name, time]) => (
          <li key={name}>
            <b>{name}</b>{' '}
            <span>
              <Words text={time} />
            </span>
          </li>
        ))}
      </StringList>
    </div>
  );
}

/** Renders points as a list, or as named rows if each begins with its subject: 'Your orders: What you bought, …'. */
function Points({ points }: { points: readonly string[] }) {
  const isNamed = areNamed(points);
  const List = isNamed ? 'ul' : PointList;
  return (
    <List className={isNamed ? s.named : undefined}>
      {points.map((point) => {
        const [, name, words = point] = (isNamed && named.exec(point)) || [];
        return (
          <li key={point}>
            {name && <b>{`${name} `}</b>}
            <span>
              <Words text={words} />
            </span>
          </li>
        );
      })}
    </List>
  );
}

/** Renders a text in which other pages are links. No line ends within 'e-mail' or '3-5 days'. */
function Words({ text }: { text: string }) {
  return text.split(special).map((part, index) => {
    if (index % 2 === 0) return part;
    const href = links.get(part);
    const Tag = href ? 'a' : 'span';
    const translate = part.startsWith('₹') ? 'no' : undefined;
    return (
      // oxlint-disable-next-line react/no-array-index-key -- the parts of a text stay where they are
      <Tag
        key={index}
        href={href}
        translate={translate}
        className={href ? undefined : layout.whole}
      >
        {part}
      </Tag>
    );
  });
}

/** Returns where to complain, with the officer's name if it is filled in. */
export function complaintSentence({ grievanceOfficer }: Seller): string {
  const who = grievanceOfficer ? `, ${grievanceOfficer},` : '';
  return `Our grievance officer${who} answers at the same e-mail. A complaint is acknowledged within 48 hours and settled within a month.`;
}
