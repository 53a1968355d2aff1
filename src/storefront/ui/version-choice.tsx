// The version choice, as radio tiles. A tile's accessible name is the version's; size and price describe it. The styles
// draw who wears it, with the garland at its true length.
import { useId } from 'react';
import type { Version, VersionKey } from '../../shop/catalogue/product.ts';
import { formatRupees } from '../../shop/money.ts';
import { classNames } from './class-names.ts';
import layout from './layout.module.css';
import s from './version-choice.module.css';
import unseen from './visually-hidden.module.css';

interface VersionChoiceProps {
  versions: readonly Version[];
  value: VersionKey;
  onChange: (value: VersionKey) => void;
  legend: string;
  /** The radios' group name; unique on the page. */
  name: string;
  /** Shows the legend to screen readers only, for a dialog whose title says the same. */
  hideLegend?: boolean | undefined;
  className?: string | undefined;
}

export function VersionChoice({
  versions,
  value,
  onChange,
  legend,
  name,
  hideLegend,
  className,
}: VersionChoiceProps) {
  const id = useId();
  return (
    <fieldset className={className}>
      <legend className={classNames(s.legend, hideLegend && unseen.hidden)}>{legend}</legend>
      <div className={s.versions}>
        {versions.map((version) => (
          <label key={version.key}>
            <input
              type="radio"
              className={layout.cover}
              name={name}
              value={version.key}
              checked={version.key === value}
              onChange={() => onChange(version.key)}
              aria-labelledby={`${id}${version.key}`}
              aria-describedby={`${id}${version.key}d`}
            />
            <span className={s.name} id={`${id}${version.key}`}>
              {version.name}
            </span>
            <span className={s.meta} id={`${id}${version.key}d`}>
              {version.size}
              <span> · </span>
              <b>{formatRupees(version.price)}</b>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
