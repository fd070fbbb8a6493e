import { useStore } from '@nanostores/react'
import type { FormEvent } from 'react'

import type { PageInfo } from '#shared/accounts.ts'
import { Avatar } from '#site/ui/Avatar.tsx'
import { Button } from '#site/ui/Button.tsx'
import { FormMessage } from '#site/ui/FormMessage.tsx'
import { Modal } from '#site/ui/Modal.tsx'
import { $selectedDomain } from '../domains/store.ts'
import { $pageChoice, $pages, choosePage, closePageChoice, confirmPage } from './page-choice.ts'

/** Choose One Facebook Page, when a login has several. */
export function PageChoiceDialog() {
  const choice = useStore($pageChoice)
  const pages = useStore($pages)
  const domain = useStore($selectedDomain)
  if (choice.step === 'closed' || pages.state !== 'ready') return null
  const saving = choice.step === 'saving'

  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    void confirmPage()
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
      <form className="grid gap-4" onSubmit={onSubmit}>
        <p className="text-sm">
          Please select only one page per domain{domain && <>, here for {domain.businessName}</>}. Your other
          domains can use other pages.
        </p>
        <fieldset className="grid gap-2" disabled={saving}>
          <legend className="sr-only">Facebook Pages</legend>
          {pages.data.map(page => (
            <PageOption key={page.id} page={page} chosen={choice.chosen === page.id} />
          ))}
        </fieldset>
        <FormMessage message={choice.step === 'open' ? choice.message : ''} />
      </form>
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
    <span className="min-w-0 font-semibold break-words">{page.name}</span>
  </label>
)
