import { useStore } from '@nanostores/react'
import { TriangleAlert } from 'lucide-react'

import type { PageInfo } from '#shared/accounts.ts'
import type { Choice } from '#site/dashboard/shared/accounts/choice-store.ts'
import { Unlisted } from '#site/dashboard/shared/accounts/LocationDialog.tsx'
import { $selectedDomain } from '#site/dashboard/shared/domains/store.ts'
import { Avatar } from '#site/ui/Avatar.tsx'
import { ChoiceModal, ChoiceOptions, RadioCard } from '#site/ui/dialogs/ChoiceModal.tsx'
import { FormMessage } from '#site/ui/fields/FormMessage.tsx'
import { $formerPage, $pages, $unlisted, pageChoice } from './page-choice.ts'

/** Chooses one Facebook Page if a login has several. */
export function PageChoiceDialog() {
  const choice = useStore(pageChoice.$choice)
  return choice.step === 'closed' ? null : <OpenChoice choice={choice} />
}

function OpenChoice({ choice }: { choice: Exclude<Choice, { step: 'closed' }> }) {
  const pages = useStore($pages)
  const domain = useStore($selectedDomain)
  const former = useStore($formerPage)
  const unlisted = useStore($unlisted)
  if (pages.state !== 'ready') return null
  const saving = choice.step === 'saving'

  return (
    <ChoiceModal
      title="Choose One Facebook Page"
      connectLabel="Connect Page"
      isChosen={choice.chosen !== undefined}
      saving={saving}
      onConnect={pageChoice.confirm}
      onClose={pageChoice.close}
    >
      <p className="text-sm">
        Please select only one page per business{domain && <>, here for {domain.businessName}</>}. Your other
        businesses can use other pages.
      </p>
      {former && (
        <p className="flex items-start gap-2 text-sm">
          <TriangleAlert className="mt-0.5 size-4 shrink-0 text-amber" />
          <span className="min-w-0 wrap-anywhere">
            This login doesn’t include {former}, which was connected before. Its posts stay on hold. To go on
            with {former}, close this and sign in as someone who manages it.
          </span>
        </p>
      )}
      <ChoiceOptions legend="Facebook Pages" saving={saving} onConnect={pageChoice.confirm}>
        {pages.data.map(page => (
          <PageOption key={page.id} page={page} chosen={choice.chosen === page.id} />
        ))}
      </ChoiceOptions>
      <Unlisted groups={unlisted} />
      <FormMessage message={choice.step === 'open' ? choice.message : ''} />
    </ChoiceModal>
  )
}

const PageOption = ({ page, chosen }: { page: PageInfo; chosen: boolean }) => (
  <RadioCard
    name="page"
    value={page.id}
    chosen={chosen}
    disabled={page.usedBy !== undefined}
    onChoose={() => pageChoice.choose(page.id)}
  >
    <Avatar src={page.picture} className="size-9" />
    <span className="min-w-0 wrap-anywhere">
      <span className="font-semibold">{page.name}</span>
      {page.usedBy && <span className="block text-sm">Connected to {page.usedBy}</span>}
    </span>
  </RadioCard>
)
