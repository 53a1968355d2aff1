// Asks for the version before a product with versions is added to the cart.
import { useState } from 'react';
import type { Product, VersionKey } from '../../../shop/catalogue/product.ts';
import { pictureOf } from '../../../shop/catalogue/versions.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Picture } from '../../ui/picture.tsx';
import { VersionChoice } from '../../ui/version-choice.tsx';
import s from './version-dialog.module.css';

interface VersionDialogProps {
  /** The product to choose a version of. It stays set while the dialog closes, so that nothing jumps. */
  product: Product | undefined;
  open: boolean;
  onClose: () => void;
  onAdd: (product: Product, version: VersionKey) => void;
}

export function VersionDialog({ product, open, onClose, onAdd }: VersionDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} labelledBy="choose-version" sheet>
      {product && (
        <VersionForm
          product={product}
          onCancel={onClose}
          onChosen={(version) => {
            onAdd(product, version);
            onClose();
          }}
        />
      )}
    </Dialog>
  );
}

interface VersionFormProps {
  product: Product;
  onCancel: () => void;
  onChosen: (version: VersionKey) => void;
}

/** The dialog remounts it each time it opens, so the selection always starts on adult. */
function VersionForm({ product, onCancel, onChosen }: VersionFormProps) {
  const [version, setVersion] = useState<VersionKey>('adult');
  return (
    <form
      className={s.form}
      onSubmit={(event) => {
        event.preventDefault();
        onChosen(version);
      }}
    >
      <h2 id="choose-version" className={s.heading}>
        Choose Version
      </h2>
      <div className={s.product}>
        <div>
          <Picture
            picture={pictureOf(product, version)}
            alt=""
            sizes="4rem"
            width={64}
            height={64}
          />
        </div>
        <b>{product.name}</b>
      </div>
      <VersionChoice
        versions={product.versions ?? []}
        value={version}
        onChange={setVersion}
        legend="Version"
        hideLegend
        name="dialog-version"
      />
      <div className={s.actions}>
        <Button variant="line" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit">Add to Cart</Button>
      </div>
    </form>
  );
}
