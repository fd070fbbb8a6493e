import { useStore } from '@nanostores/react'
import { BellRing } from 'lucide-react'

import type { Settings } from '#shared/settings.ts'
import {
  $devicePush,
  $switching,
  type DevicePush,
  turnOffPush,
  turnOnPush,
} from '#site/dashboard/shared/push-device.ts'
import { Button } from '#site/ui/Button.tsx'
import { Switch } from '#site/ui/fields/Switch.tsx'
import { Section } from './Section.tsx'
import { choose } from './store.ts'

function summaryOf({ emailNotifications, pushNotifications }: Settings): string {
  if (emailNotifications) return pushNotifications ? 'By email and push' : 'By email'
  return pushNotifications ? 'By push' : 'On your dashboard only'
}

export function NotificationSettings({ chosen }: { chosen: Settings }) {
  return (
    <Section
      anchor="notifications"
      title="Notifications"
      summary={summaryOf(chosen)}
      note="Your dashboard always shows your notifications. Choose how else to get them."
    >
      <div className="grid gap-3">
        <Switch
          label="Email notifications"
          hint="Posts that didn’t go out, and accounts that need attention. We always email you about passwords and sign-ins."
          checked={chosen.emailNotifications}
          onChange={emailNotifications => choose({ emailNotifications })}
        />
        {chosen.emailNotifications && (
          <div className="ps-13">
            <Switch
              label="Also when a post is published"
              hint="One email a post, once all its networks have it."
              checked={chosen.publishedEmails}
              onChange={publishedEmails => choose({ publishedEmails })}
            />
          </div>
        )}
      </div>
      <div className="grid gap-3">
        <Switch
          label="Push notifications"
          hint="The same on your devices, even when the dashboard is closed. Turn it on for each one."
          checked={chosen.pushNotifications}
          onChange={pushNotifications => choose({ pushNotifications })}
        />
        {chosen.pushNotifications && <PushDevice />}
      </div>
      <Switch
        label="Social activity"
        hint="Once a day: new followers, likes and comments."
        checked={chosen.socialNotifications}
        onChange={socialNotifications => choose({ socialNotifications })}
      />
      <Switch
        label="Marketing emails"
        hint="News and tips from us now and then. Every email has an unsubscribe link."
        checked={chosen.marketingEmails}
        onChange={marketingEmails => choose({ marketingEmails })}
      />
    </Section>
  )
}

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
          icon={state === 'off' && <BellRing className="size-4" />}
        >
          {state === 'on' ? 'Turn off here' : 'Turn on here'}
        </Button>
      )}
    </div>
  )
}
