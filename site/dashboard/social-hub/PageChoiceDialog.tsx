import { useStore } from '@nanostores/react'
import type { KeyboardEvent } from 'react'

import type { PageInfo } from '#shared/accounts.ts'
import { Avatar } from '#site/ui/Avatar.tsx'
import { Button } from '#site/ui/Button.tsx'
import { FormMessage } from '#site/ui/FormMessage.tsx'
import { Modal } from '#site/ui/Modal.tsx'
import { $selectedDomain } from '../domains/store.ts'
import {
  type PageChoice,
  $pageChoice,
  $pages,
  choosePage,
  closePageChoice,
  confirmPage,
} from './page-choice.ts'

/** Choose One Facebook Page, when a login has several. */
export function PageChoiceDialog() {
  const choice = useStore($pageChoice)
  return choice.step === 'closed' ? null : <OpenChoice choice={choice} />
}

function OpenChoice({ choice }: { choice: Exclude<PageChoice, { step: 'closed' }> }) {
  const pages = useStore($pages)
  const domain = useStore($selectedDomain)
  if (pages.state !== 'ready') return null
  const saving = choice.step === 'saving'

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') void confirmPage()
  }

  return (
    <Modal
      open
      onClose={closePageChoice}
      locked={saving}
      title="Choose One Facebook Page"
      actions={
        <>
          <Button onClick={closePageChoice} disabled={saving}>
            Not now
          </Button>
          <Button
            look="primary"
            busy={saving}
            busyLabel="Connecting"
            disabled={choice.chosen === undefined}
            onClick={confirmPage}
          >
            Connect Page
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <p className="text-sm">
          Please select only one page per domain{domain && <>, here for {domain.businessName}</>}. Your other
          domains can use other pages.
        </p>
        <fieldset className="grid gap-2" disabled={saving} onKeyDown={onKeyDown}>
          <legend className="sr-only">Facebook Pages</legend>
          {pages.data.map(page => (
            <PageOption key={page.id} page={page} chosen={choice.chosen === page.id} />
          ))}
        </fieldset>
        <FormMessage message={choice.step === 'open' ? choice.message : ''} />
      </div>
    </Modal>
  )
}

const PageOption = ({ page, chosen }: { page: PageInfo; chosen: boolean }) => (
  <label
    className="flex cursor-pointer items-center gap-3 rounded-field border border-base-300 px-3.5 py-2.5 hover:bg-base-200
      has-checked:border-base-content has-checked:bg-secondary has-checked:text-secondary-content"
  >
    <input
      type="radio"
      name="page"
      value={page.id}
      checked={chosen}
      onChange={() => choosePage(page.id)}
      className="radio radio-sm border-edge bg-raised"
    />
    <Avatar src={page.picture} className="size-9" />
    <span className="min-w-0 font-semibold wrap-anywhere">{page.name}</span>
  </label>
)
