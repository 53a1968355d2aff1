// The version choice, as radio tiles. A tile's accessible name is the version's; size and price describe it. Each shows
// its part of the picture that has both versions to scale.
import { useId } from 'react';
import {
  type Product,
  scalePicture,
  type Version,
  type VersionKey,
} from '../../../shop/catalogue/product.ts';
import { formatRupees } from '../../../shop/money.ts';
import { useIdle } from '../../platform/timing.tsx';
import { classNames } from '../class-names.ts';
import layout from '../layout/layout.module.css';
import { Picture } from './picture.tsx';
import { SCALE_SIZES } from './picture-address.ts';
import s from './version-choice.module.css';

interface VersionChoiceProps {
  product: Product;
  /** At the prices to show. */
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

export function VersionChoice(props: VersionChoiceProps) {
  const { product, versions, value, onChange, legend, name, hideLegend, className } = props;
  const id = useId();
  const isIdle = useIdle();
  return (
    <fieldset className={className}>
      <legend className={classNames(s.legend, hideLegend && layout.hidden)}>{legend}</legend>
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
            <span className={s.worn}>
              {isIdle && (
                <Picture
                  picture={scalePicture(product)}
                  sizes={SCALE_SIZES}
                  width={112}
                  height={112}
                />
              )}
            </span>
            <span className={s.name} id={`${id}${version.key}`}>
              {version.name}
            </span>
            <span className={s.meta} id={`${id}${version.key}d`}>
              {/* 'Product Details' of /prod says it */}
              {product.kind !== 'prod' && <span>{version.size}</span>}
              {product.kind !== 'prod' && <i> · </i>}
              <b translate="no">{formatRupees(version.price)}</b>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
