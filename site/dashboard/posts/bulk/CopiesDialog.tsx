import { BusinessLink } from '#site/dashboard/shared/domains/BusinessMark.tsx'
import { ButtonLink } from '#site/ui/Button.tsx'
import { Modal } from '#site/ui/dialogs/Modal.tsx'
import { type Copy, pathToCopy } from './selection.ts'

export const CopiesDialog = ({ copies, onClose }: { copies: readonly Copy[]; onClose: () => void }) => (
  <Modal
    title={`${copies.length} copies in your drafts`}
    onClose={onClose}
    actions={<ButtonLink href="/dashboard/calendar">Open the calendar</ButtonLink>}
  >
    <p className="mb-3 text-sm">They have no time yet. Open one to choose it, or drag it to a day.</p>
    <ul className="grid grid-cols-1 divide-y divide-base-300 text-sm">
      {copies.map(copy => (
        <li key={copy.draftId}>
          <BusinessLink
            domainId={copy.domainId}
            href={pathToCopy(copy)}
            className="flex min-h-11 items-center font-semibold wrap-anywhere hover:underline"
          >
            <span dir="auto">{copy.name}</span>
          </BusinessLink>
        </li>
      ))}
    </ul>
  </Modal>
)
