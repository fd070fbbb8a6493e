import { useStore } from '@nanostores/react'

import { networks } from '#shared/networks.ts'
import { ConfirmDialog } from '#site/ui/dialogs/ConfirmDialog.tsx'
import { FormMessage } from '#site/ui/fields/FormMessage.tsx'
import { $disconnecting, disconnect, keepConnected } from './disconnecting.ts'

export function DisconnectDialog() {
  const disconnecting = useStore($disconnecting)
  if (disconnecting.step === 'closed') return null
  const { name } = networks[disconnecting.network]
  return (
    <ConfirmDialog
      open
      danger
      title="Disconnect Account"
      confirmLabel="Disconnect"
      busy={disconnecting.step === 'saving'}
      onCancel={keepConnected}
      onConfirm={disconnect}
    >
      <div className="grid gap-3">
        <p>Are you sure you want to disconnect your {name} account?</p>
        <p className="text-sm text-soft">
          Its scheduled posts are on hold until you connect it again. Published posts stay on {name}.
        </p>
        <FormMessage message={disconnecting.step === 'asking' ? disconnecting.message : ''} />
      </div>
    </ConfirmDialog>
  )
}
