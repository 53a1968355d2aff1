// Buttons with words and with an icon, and links that look like them.
import type { ComponentProps, MouseEvent } from 'react';
import { AppLink, type AppLinkProps } from '../../platform/navigation.tsx';
import { classNames } from '../class-names.ts';
import { Icon, type IconName } from '../icon.tsx';
import s from './button.module.css';

interface Look {
  /** 'fill' is the main action, one per view; 'gold' and 'light' are for violet backgrounds; 'quiet' is text only. */
  variant?: 'fill' | 'line' | 'gold' | 'light' | 'quiet' | undefined;
  size?: 'small' | undefined;
  /** Fills the width of its container. */
  wide?: boolean | undefined;
}

function buttonClass({ variant = 'fill', size, wide }: Look, className: string | undefined) {
  if (variant === 'quiet') return classNames(s.quiet, className);
  return classNames(
    s.button,
    variant !== 'fill' && s[variant],
    size && s[size],
    wide && s.wide,
    className,
  );
}

/**
 * For a button that removes its own entry of a list: the next one moves to its place, and the second tap of a double tap must
 * not remove that too.
 */
export const isFirstTap = (event: MouseEvent): boolean => event.detail < 2;

const refuse = (event: MouseEvent) => event.preventDefault();

/** While `busy` it keeps its focus and width, sets `aria-busy` and ignores clicks. */
export function Button(props: Look & { busy?: boolean | undefined } & ComponentProps<'button'>) {
  const { variant, size, wide, busy, className, type = 'button', onClick, ...rest } = props;
  return (
    <button
      {...rest}
      // oxlint-disable-next-line react/button-has-type -- 'button' by default
      type={type}
      aria-busy={busy || undefined}
      onClick={busy ? refuse : onClick}
      className={buttonClass({ variant, size, wide }, className)}
    />
  );
}

export function ButtonLink({ variant, size, wide, className, ...rest }: Look & AppLinkProps) {
  return <AppLink {...rest} className={buttonClass({ variant, size, wide }, className)} />;
}

interface Named {
  /** The accessible name. */
  label: string;
  icon: IconName;
}

/** Round. `children` can add an overlay, such as the cart's badge. */
export function IconButton(props: Named & ComponentProps<'button'>) {
  const { label, icon, className, children, ...rest } = props;
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
