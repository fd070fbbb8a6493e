import { Circle, CircleCheck } from 'lucide-react'

import { PASSWORD_RULES } from '#shared/auth/auth.ts'

export type PasswordChecklistProps = {
  password: string
  /** Shows the rules as whole sentences, like validation errors. */
  inSentences?: boolean
}

/** Password rules, ticked off while typing. */
export function PasswordChecklist({ password, inSentences }: PasswordChecklistProps) {
  const rules = PASSWORD_RULES.map(({ label, message, isMet }) => ({
    label: inSentences ? message : label,
    met: isMet(password),
  }))
  return (
    <div className="grid gap-2 rounded-field border border-base-300 bg-base-200/60 px-4 py-3 text-sm">
      <p role="status" className="font-semibold">
        {rules.filter(({ met }) => met).length} of {rules.length} rules met
      </p>
      <ul className="grid gap-1.5">
        {rules.map(({ label, met }) => (
          <Rule key={label} label={label} met={met} />
        ))}
      </ul>
    </div>
  )
}

function Rule({ label, met }: { label: string; met: boolean }) {
  const Icon = met ? CircleCheck : Circle
  return (
    <li className={`flex items-start gap-2 ${met ? 'font-medium text-success' : 'text-soft'}`}>
      <Icon className="mt-1 size-4 shrink-0" />
      <span>
        {label}
        <span className="sr-only">{met ? ': met' : ': not yet met'}</span>
      </span>
    </li>
  )
}
