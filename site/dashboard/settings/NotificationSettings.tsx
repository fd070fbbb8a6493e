import type { Settings } from '#shared/settings.ts'
import { Switch } from '#site/ui/fields/Switch.tsx'
import { PushDevice } from './PushDevice.tsx'
import { Section } from './Section.tsx'
import { choose } from './store.ts'

export function NotificationSettings({ chosen }: { chosen: Settings }) {
  return (
    <Section title="Notifications" note="Your dashboard always has the news. Choose how else it reaches you.">
      <Switch
        label="Email notifications"
        hint="What became of your posts, and what your accounts need. Mail about your password and how you sign in always comes."
        checked={chosen.emailNotifications}
        onChange={emailNotifications => choose({ emailNotifications })}
      />
      <div className="grid gap-3">
        <Switch
          label="Push notifications"
          hint="The same on your devices, also while the dashboard is closed. Turn it on for each of them."
          checked={chosen.pushNotifications}
          onChange={pushNotifications => choose({ pushNotifications })}
        />
        {chosen.pushNotifications && <PushDevice />}
      </div>
      <Switch
        label="Social activity"
        hint="Once a day, what your followers did: new followers, likes and comments."
        checked={chosen.socialNotifications}
        onChange={socialNotifications => choose({ socialNotifications })}
      />
      <Switch
        label="Marketing emails"
        hint="Now and then, news and tips from us. Every one has a link that stops them."
        checked={chosen.marketingEmails}
        onChange={marketingEmails => choose({ marketingEmails })}
      />
    </Section>
  )
}
