// A round target with an icon and a name; as a button or as a link.
import type { ComponentProps } from 'react';
import { AppLink, type AppLinkProps } from './app-link.tsx';
import { classNames } from './class-names.ts';
import { Icon, type IconName } from './icon.tsx';
import s from './icon-button.module.css';

interface Named {
  /** Its accessible name. */
  label: string;
  icon: IconName;
}

/** `children` may add a mark over the icon (the cart's badge). */
export function IconButton({
  label,
  icon,
  className,
  children,
  ...rest
}: Named & ComponentProps<'button'>) {
  return (
    <button type="button" {...rest} aria-label={label} className={classNames(s.target, className)}>
      <Icon name={icon} />
      {children}
    </button>
  );
}

export function IconLink({ label, icon, className, children, ...rest }: Named & AppLinkProps) {
  return (
    <AppLink {...rest} aria-label={label} className={classNames(s.target, className)}>
      <Icon name={icon} />
      {children}
    </AppLink>
  );
}
