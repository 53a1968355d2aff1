// The picture of a review on /prod. Few choose one, so its code comes then.
import { onDemand } from '../../ui/on-demand.tsx';

export const FilePicture = onDemand(() => import('../../ui/file-picture.tsx'));
