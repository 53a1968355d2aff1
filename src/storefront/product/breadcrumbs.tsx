// Where a product page lies in the shop; from 768 px.
import { AppLink } from '../platform/app-link.tsx';
import s from './breadcrumbs.module.css';

interface BreadcrumbsProps {
  parent: { readonly to: string; readonly label: string };
  here: string;
}

export function Breadcrumbs({ parent, here }: BreadcrumbsProps) {
  return (
    <nav aria-label="You are here" className={s.breadcrumbs}>
      <ol>
        <li>
          <AppLink to="/home">Home</AppLink>
        </li>
        <li>
          <AppLink to={parent.to}>{parent.label}</AppLink>
        </li>
        <li aria-current="page">{here}</li>
      </ol>
    </nav>
  );
}
