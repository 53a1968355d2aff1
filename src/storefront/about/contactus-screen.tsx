// /Contactus: the ways to reach the shop.
import { brand } from '../../shop/brand.ts';
import type { Picture } from '../../shop/catalogue/product.ts';
import { classNames } from '../ui/class-names.ts';
import { camera, video } from '../ui/icon.tsx';
import { ExactText } from '../ui/layout/exact-text.tsx';
import layout from '../ui/layout/layout.module.css';
import { LinkRow } from '../ui/layout/link-row.tsx';
import { Title } from '../ui/layout/title.tsx';
import { PictureWell } from '../ui/product/picture.tsx';
import s from './contactus-screen.module.css';

const ways = [
  { icon: 'phone', href: `tel:${brand.phone}`, title: 'Call us', words: brand.phoneDisplay },
  { icon: 'mail', href: `mailto:${brand.email}`, title: 'Write to us', words: brand.email },
  { icon: camera, href: brand.instagram, title: 'Instagram', words: 'Our photos' },
  { icon: video, href: brand.youtube, title: 'YouTube', words: 'Our videos' },
] as const;

const picture: Picture = {
  name: 'making-1-table',
  alt: 'A purple chocolate garland half strung on a cream table, with wrapped bars in a row, bowls of gold and white beads, a reel of gold ribbon and scissors',
  focus: [0.5, 0.5],
};

export default function ContactScreen() {
  return (
    <div className={classNames(layout.wrap, layout.pageHead, s.contact)}>
      <Title level={1} text="Tell us the date, the colours and the favourite chocolate.">
        Get in Touch
      </Title>
      <ul className={s.ways}>
        {ways.map(({ icon, href, title, words }) => (
          <li key={title}>
            <LinkRow to={href} icon={icon} title={title}>
              <ExactText text={words} />
            </LinkRow>
          </li>
        ))}
      </ul>
      {/* last on phones: the ways to write and call come first */}
      <PictureWell
        className={s.picture}
        picture={picture}
        priority="first"
        sizes="(width >= 48em) 45rem, 92vw"
        width={640}
        height={512}
      />
    </div>
  );
}
