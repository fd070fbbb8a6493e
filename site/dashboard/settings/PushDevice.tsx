import { useStore } from '@nanostores/react'
import { BellRing } from 'lucide-react'

import {
  $devicePush,
  $switching,
  type DevicePush,
  turnOffPush,
  turnOnPush,
} from '#site/dashboard/shared/push-device.ts'
import { Button } from '#site/ui/Button.tsx'

const STATUS_TEXTS: Record<DevicePush, string> = {
  unknown: '',
  unsupported:
    'This browser doesn’t support push notifications. On an iPhone, add the site to your home screen first.',
  blocked:
    'Your browser blocks notifications from this site. Allow them in its site settings, then reload the page.',
  off: 'Off on this device.',
  on: 'On for this device.',
}

/** Turns push messages on or off for this browser only. */
export function PushDevice() {
  const state = useStore($devicePush)
  const switching = useStore($switching)
  return (
    <div className="ms-11 flex flex-wrap items-center gap-x-4 gap-y-2">
      <p role="status" className="text-sm text-soft">
        {STATUS_TEXTS[state]}
      </p>
      {(state === 'off' || state === 'on') && (
        <Button
          small
          busy={switching}
          onClick={() => void (state === 'on' ? turnOffPush() : turnOnPush())}
          icon={state === 'off' && <BellRing aria-hidden="true" className="size-4" />}
        >
          {state === 'on' ? 'Turn off here' : 'Turn on here'}
        </Button>
      )}
    </div>
  )
}
