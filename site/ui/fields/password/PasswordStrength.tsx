import { classes } from '#site/ui/classes.ts'

const STEPS = [0, 1, 2, 3]
const COLOURS = ['bg-error', 'bg-error', 'bg-warning', 'bg-success', 'bg-success']

export type PasswordStrengthProps = {
  /** From 0 to 4. */
  score: number
  label: string
  advice: string | undefined
}

/** Shows as text how hard a password is to guess; the bars are decorative. */
export const PasswordStrength = ({ score, label, advice }: PasswordStrengthProps) => (
  <div className="grid gap-1.5 text-xs">
    <div aria-hidden="true" className="grid grid-cols-4 gap-1">
      {STEPS.map(step => (
        <span
          key={step}
          className={classes(
            'h-1.5 rounded-full',
            step < Math.max(1, score) ? COLOURS[score] : 'bg-base-300',
          )}
        />
      ))}
    </div>
    <p>
      <strong>{label}.</strong> {advice && <span className="text-soft">{advice}</span>}
    </p>
  </div>
)
