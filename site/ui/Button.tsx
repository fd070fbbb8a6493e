import {
  type ComponentProps,
  type FocusEvent,
  type FormEvent,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useState,
} from 'react'

import { classes } from './classes.ts'
import { Spinner } from './Spinner.tsx'

const VARIANTS = {
  primary: 'btn-primary',
  ink: 'btn-neutral',
  plain: 'border-edge bg-raised hover:bg-base-200',
  quiet: 'btn-ghost',
  danger: 'btn-error',
} as const

type ButtonVariant = keyof typeof VARIANTS

type Shared = { variant?: ButtonVariant; small?: boolean; wide?: boolean; icon?: ReactNode }

const buttonClasses = ({ variant = 'plain', small, wide }: Shared, className?: string) =>
  classes(
    'btn',
    VARIANTS[variant],
    small && 'btn-sm pointer-coarse:min-h-11 pointer-coarse:min-w-11',
    wide && 'w-full',
    className,
  )

type ButtonProps = ComponentProps<'button'> & Shared & { busy?: boolean; busyLabel?: string }

/** Keeps its focus and ignores presses while busy or disabled by its own action. */
export function Button({ variant, small, wide, icon, busy, busyLabel, className, ...props }: ButtonProps) {
  const [focused, setFocused] = useState(false)
  const heldBack = Boolean(props.disabled && focused)
  const onClick = (event: MouseEvent<HTMLButtonElement>) =>
    busy || heldBack ? event.preventDefault() : props.onClick?.(event)
  const onFocus = (event: FocusEvent<HTMLButtonElement>) => {
    setFocused(true)
    props.onFocus?.(event)
  }
  const onBlur = (event: FocusEvent<HTMLButtonElement>) => {
    setFocused(false)
    props.onBlur?.(event)
  }
  return (
    <button
      type="button"
      {...props}
      onClick={onClick}
      onFocus={onFocus}
      onBlur={onBlur}
      disabled={props.disabled && !focused}
      aria-disabled={busy || heldBack || undefined}
      aria-busy={busy || undefined}
      className={buttonClasses({ variant, small, wide }, className)}
    >
      {busy ? <Spinner /> : icon}
      {busy && busyLabel ? busyLabel : props.children}
    </button>
  )
}

export type ButtonLinkProps = ComponentProps<'a'> & Shared

export const ButtonLink = ({
  variant,
  small,
  wide,
  icon,
  className,
  children,
  ...props
}: ButtonLinkProps) => (
  <a {...props} className={buttonClasses({ variant, small, wide }, className)}>
    {icon}
    {children}
  </a>
)

type BusyButtonProps = Omit<ButtonProps, 'busy' | 'onClick'> & { onClick: () => Promise<unknown> }

/** Returns true while an action runs, and the function that runs one. */
export function useBusy() {
  const [busy, setBusy] = useState(false)
  const during = async (action: () => unknown) => {
    setBusy(true)
    try {
      await action()
    } finally {
      setBusy(false)
    }
  }
  return [busy, during] as const
}

/** Returns true while a form’s action runs, and the props of a form that runs it when it is submitted, also with Ctrl and Enter. */
export function useSubmit(action: () => unknown) {
  const [busy, during] = useBusy()
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    // React passes the event of a form in a dialog on to the form around the dialog.
    event.stopPropagation()
    if (!busy) void during(action)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return
    event.preventDefault()
    event.stopPropagation()
    event.currentTarget.querySelector<HTMLElement>('[type=submit]')?.click()
  }
  return [busy, { noValidate: true, onSubmit, onKeyDown }] as const
}

/** A button that is busy until its action has finished. */
export function BusyButton({ onClick, ...props }: BusyButtonProps) {
  const [busy, during] = useBusy()
  return <Button {...props} busy={busy} onClick={() => during(onClick)} />
}
