// The heaps of sweets at the foot of a festive section far below the first view. Fetched when somebody comes near.
import '../ui/motion/heaps.css';

/** Place it as the last child of the section. */
export default function Heaps() {
  return <div data-heaps="" />;
}
