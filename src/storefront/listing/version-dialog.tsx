// Asks for the version before a product with versions is added to the cart.
import { useState } from 'react';
import { findVersion, versionOrFirst, versionPicture } from '../../shop/catalogue/product.ts';
import type { Product, VersionKey } from '../../shop/catalogue/product.ts';
import { Dialog } from '../ui/feedback/dialog.tsx';
import { Button } from '../ui/form/button.tsx';
import { PictureWell } from '../ui/product/picture.tsx';
import { Price, Saving } from '../ui/product/price.tsx';
import { VersionChoice } from '../ui/product/version-choice.tsx';
import s from './version-dialog.module.css';

interface VersionDialogProps {
  product: Product;
  open: boolean;
  onClose: () => void;
  onAdd: (product: Product, version: VersionKey) => void;
}

export function VersionDialog({ open, ...rest }: VersionDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={rest.onClose}
      labelledBy="choose-version"
      sheet
      className={s.dialog}
    >
      <VersionForm {...rest} />
    </Dialog>
  );
}

/** The dialog remounts it each time it opens, so the selection always starts on the first version. */
function VersionForm({ product, onClose, onAdd }: Omit<VersionDialogProps, 'open'>) {
  const [version, setVersion] = useState(() => versionOrFirst(product)!.key);
  const { price, originalPrice } = findVersion(product, version) ?? product;
  return (
    <form
      className={s.form}
      onSubmit={(event) => {
        event.preventDefault();
        onAdd(product, version);
        onClose();
      }}
    >
      <PictureWell
        className={s.picture}
        picture={versionPicture(product, version)}
        alt=""
        sizes="(width >= 40em) 22rem, 6rem"
        width={352}
        height={352}
      />
      <div className={s.head}>
        <h2 id="choose-version">Choose Version</h2>
        <p>{product.name}</p>
      </div>
      <VersionChoice
        product={product}
        versions={product.versions ?? []}
        value={version}
        onChange={setVersion}
        legend="Version"
        hideLegend
        name="dialog-version"
        className={s.full}
      />
      <div className={s.price}>
        <Price now={price} was={originalPrice} big />
        <Saving amount={originalPrice - price} />
      </div>
      <div className={s.actions}>
        <Button variant="quiet" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit">Add to Cart</Button>
      </div>
    </form>
  );
}
