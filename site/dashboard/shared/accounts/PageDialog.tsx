import { useStore } from '@nanostores/react'

import { $selectedDomain } from '#site/dashboard/shared/domains/store.ts'
import { Avatar } from '#site/ui/Avatar.tsx'
import { Notice } from '#site/ui/Notice.tsx'
import { ChoiceCard, ChoiceOptions, type ChoiceProps, ConnectChoice } from './ConnectChoice.tsx'
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
      {former && (
        <Notice>
          This login doesn’t include {former}, which was connected before. Its posts stay on hold. To go on
          with {former}, close this and sign in as someone who manages it.
        </Notice>
      )}
      <ChoiceOptions legend="Facebook Pages">
        {pages.map(({ id, name, picture, usedBy }) => (
          <ChoiceCard key={id} id={id} disabled={usedBy !== undefined}>
            <Avatar src={picture} className="size-9" />
            <span className="min-w-0 wrap-anywhere">
              <span className="font-semibold">{name}</span>
              {usedBy && <span className="block text-sm">Connected to {usedBy}</span>}
            </span>
          </ChoiceCard>
        ))}
      </ChoiceOptions>
      <Unlisted groups={unlisted} />
    </ConnectChoice>
  )
}
