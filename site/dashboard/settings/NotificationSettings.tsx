import type { Settings } from '#shared/settings.ts'
import { Switch } from '#site/ui/fields/Switch.tsx'
import { PushDevice } from './PushDevice.tsx'
import { Section } from './section/Section.tsx'
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
