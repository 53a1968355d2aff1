// Replaces the form: says that the link of the e-mail is not valid, and links to a new one.
import { ButtonLink } from '../ui/form/button.tsx';
import { LostBead } from '../ui/feedback/lost-bead.tsx';
import { AuthLink } from './auth-link.tsx';
import { deadLinkTitles, LinkNews, type DeadLinkReason } from './link-news.tsx';

export function DeadLink({ why }: { why: DeadLinkReason }) {
  return (
    <LinkNews
      announced="alert"
      drawing={<LostBead />}
      title={deadLinkTitles[why]}
      text={
        why === 'refused'
          ? 'It has been used or is too old, and your password was not changed. Please ask for a new one.'
          : 'Please open it from our message again, or ask for a new one.'
      }
    >
      <ButtonLink to="/forgot-password" wide>
        Ask for a new link
      </ButtonLink>
      <AuthLink to="/login">Back to login</AuthLink>
    </LinkNews>
  );
}
