import { BusyButton, Button } from '#site/ui/Button.tsx'
import { Modal } from '#site/ui/dialogs/Modal.tsx'
import type { Failure } from './selection.ts'

type FailuresDialogProps = {
  failures: readonly Failure[]
  total: number
  /** Past participle, such as 'approved'. */
  change: string
  /** A sentence about the others. */
  done?: string
  pathTo: (id: string) => string
  retry?: { label: string; run: () => Promise<void> }
  onClose: () => void
}

export const FailuresDialog = ({
  failures,
  total,
  change,
  done,
  pathTo,
  retry,
  onClose,
}: FailuresDialogProps) => (
  <Modal
    title={`${failures.length} of ${total} couldn’t be ${change}`}
    onClose={onClose}
    actions={
      <>
        <Button variant={retry ? 'plain' : 'primary'} onClick={onClose}>
          Got it
        </Button>
        {retry && (
          <BusyButton variant="primary" onClick={retry.run}>
            {retry.label}
          </BusyButton>
        )}
      </>
    }
  >
    {done && <p className="mb-3 text-sm">{done}</p>}
    <ul className="grid gap-3 text-sm">
      {failures.map(({ _id, name, message }) => (
        <li key={_id}>
          <p className="font-semibold wrap-anywhere">
            <a href={pathTo(_id)} onClick={onClose} className="hover:underline">
              {name}
            </a>
          </p>
          <p>{message}</p>
        </li>
      ))}
    </ul>
  </Modal>
)
