import { HONEYPOT } from '#shared/requests/honeypot.ts'

/** An invisible, unreachable input: only programs fill it in. */
export const Honeypot = () => (
  <div aria-hidden="true" className="absolute -start-[200vw] h-px w-px overflow-hidden">
    <label>
      {HONEYPOT.label}
      <input type="text" name={HONEYPOT.name} tabIndex={-1} autoComplete="off" />
    </label>
  </div>
)
