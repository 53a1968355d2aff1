// A round icon button, and a link that looks like one.
import type { ComponentProps } from 'react';
import { AppLink, type AppLinkProps } from '../../platform/app-link.tsx';
import { classNames } from '../class-names.ts';
import { Icon, type IconName } from '../icon.tsx';
import s from './icon-button.module.css';

interface Named {
  /** The accessible name. */
  label: string;
  icon: IconName;
}

/** `children` can add an overlay, such as the cart's badge. */
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
