// A link as a row: an icon in a disc, a title with a line below it, and an arrow.
import { AppLink, type AppLinkProps } from '../../platform/navigation.tsx';
import { classNames } from '../class-names.ts';
import { Icon, type IconName } from '../icon.tsx';
import s from './link-row.module.css';

interface LinkRowProps extends AppLinkProps {
  icon: IconName;
  title: string;
}

export function LinkRow({ icon, title, className, children, ...link }: LinkRowProps) {
  return (
    <AppLink {...link} className={classNames(s.row, className)}>
      <Icon name={icon} className={s.disc} />
      <span>
        <b>{title}</b> <span>{children}</span>
      </span>
      <Icon name="next" />
    </AppLink>
  );
}
