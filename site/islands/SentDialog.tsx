import { CircleCheck } from 'lucide-react'

import { brand } from '#shared/brand.ts'
import { Button } from '#site/ui/Button.tsx'
import { Modal } from '#site/ui/dialogs/Modal.tsx'
import { BookCallLink } from './BookCallLink.tsx'

type SentDialogProps = {
  /** Phone or e-mail for the agency's reply, if the form asked for one. */
  contact: string
  onClose: () => void
}

/** Replaces a form in a dialog once it is sent, and explains the next step. */
export const SentDialog = ({ contact, onClose }: SentDialogProps) => (
  <Modal
    title="We have your answers"
    onClose={onClose}
    actions={
      <Button variant="primary" onClick={onClose}>
        Done
      </Button>
    }
  >
    <div className="grid justify-items-start gap-4">
      <CircleCheck className="size-8 text-success" />
      <p className="text-soft">
        A person reads them and answers {brand.replies}
        {contact && (
          <>
            , to <strong className="wrap-anywhere text-base-content">{contact}</strong>
          </>
        )}
        .
      </p>
      <BookCallLink />
    </div>
  </Modal>
)
