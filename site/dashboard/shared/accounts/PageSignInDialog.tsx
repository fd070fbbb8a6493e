import { useStore } from '@nanostores/react'
import type { ComponentType } from 'react'

import { BlueskyDialog } from './BlueskyDialog.tsx'
import { $form, type PageNetwork } from './page-sign-in.ts'
import { WordPressDialog } from './WordPressDialog.tsx'

const DIALOGS: Record<PageNetwork, ComponentType> = {
  bluesky: BlueskyDialog,
  wordpress: WordPressDialog,
}

function Dialog({ network }: { network: PageNetwork }) {
  const Form = DIALOGS[network]
  return <Form />
}

/** Form for the account or website to connect. Its server then asks its owner for consent, on a page of its own. */
export function PageSignInDialog() {
  const network = useStore($form)
  return network && <Dialog network={network} />
}
