import { useStore } from '@nanostores/react'

import { isAllowed } from '#shared/businesses/permissions.ts'
import { $businessNoun } from '#site/dashboard/shared/permissions.tsx'
import { composerPath } from '#site/dashboard/shared/post-dialogs/url.ts'
import { openPage } from '#site/dashboard/shared/router.ts'
import { moveAmong } from '#site/ui/arrow-keys.ts'
import { Button } from '#site/ui/Button.tsx'
import { Modal } from '#site/ui/dialogs/Modal.tsx'
import { BusinessSearch, useBusinessSearch } from './BusinessSearch.tsx'
import { $domains, selectDomain } from './store.ts'

/** Asks for the business of a new post, because the screen shows all businesses. */
export function ChooseBusiness({ at, onClose }: { at: string | undefined; onClose: () => void }) {
  const { data = [] } = useStore($domains)
  const { one } = useStore($businessNoun)
  const search = useBusinessSearch(data.filter(({ role }) => isAllowed(role, 'write')))
  const choose = async (id: string) => {
    onClose()
    if ((await selectDomain(id)) && at) openPage(composerPath({ at }))
  }
  return (
    <Modal title={`Which ${one} is this post for?`} startsAtTitle onClose={onClose}>
      <BusinessSearch {...search} onChoose={({ _id }) => void choose(_id)} />
      <ul ref={search.list} className="grid gap-1" onKeyDown={moveAmong('button')}>
        {search.found.map(({ _id, businessName }) => (
          <li key={_id} className="grid">
            <Button variant="quiet" className="justify-start wrap-anywhere" onClick={() => void choose(_id)}>
              {businessName}
            </Button>
          </li>
        ))}
      </ul>
    </Modal>
  )
}
