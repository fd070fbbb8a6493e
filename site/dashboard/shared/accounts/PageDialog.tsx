import { useStore } from '@nanostores/react'
import { TriangleAlert } from 'lucide-react'

import type { PageInfo } from '#shared/accounts.ts'
import { $selectedDomain } from '#site/dashboard/shared/domains/store.ts'
import { Avatar } from '#site/ui/Avatar.tsx'
import { ChoiceCard, ChoiceOptions, type ChoiceProps, ConnectChoice, type Options } from './ConnectChoice.tsx'
import { $pages, pageChoice } from './facebook-pages.ts'
import { Unlisted } from './LocationDialog.tsx'

export function PageDialog({ onConnected, direct = false }: ChoiceProps) {
  const found = useStore($pages).data
  const domain = useStore($selectedDomain)
  if (!found) return null
  const { pages, formerPage: former, unlisted } = found
  return (
    <ConnectChoice
      store={pageChoice}
      title="Choose One Facebook Page"
      connectLabel="Connect Page"
      onConnected={onConnected}
      direct={direct}
      intro={
        <>
          Please select only one page per business{domain && <>, here for {domain.businessName}</>}. Your
          other businesses can use other pages.
        </>
      }
    >
      {options => (
        <>
          {former && (
            <p className="flex items-start gap-2 text-sm">
              <TriangleAlert className="mt-0.5 size-4 shrink-0 text-amber" />
              <span className="min-w-0 wrap-anywhere">
                This login doesn’t include {former}, which was connected before. Its posts stay on hold. To go
                on with {former}, close this and sign in as someone who manages it.
              </span>
            </p>
          )}
          <ChoiceOptions legend="Facebook Pages" {...options}>
            {pages.map(page => (
              <PageOption key={page.id} page={page} {...options} />
            ))}
          </ChoiceOptions>
          <Unlisted groups={unlisted} />
        </>
      )}
    </ConnectChoice>
  )
}

const PageOption = ({ page, ...options }: Options & { page: PageInfo }) => (
  <ChoiceCard
    {...options}
    name="page"
    value={page.id}
    disabled={page.usedBy !== undefined}
    onChoose={() => pageChoice.choose(page.id)}
  >
    <Avatar src={page.picture} className="size-9" />
    <span className="min-w-0 wrap-anywhere">
      <span className="font-semibold">{page.name}</span>
      {page.usedBy && <span className="block text-sm">Connected to {page.usedBy}</span>}
    </span>
  </ChoiceCard>
)
