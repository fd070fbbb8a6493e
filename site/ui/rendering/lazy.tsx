import { type ComponentType, type ReactNode, useEffect, useState } from 'react'

/** `load` starts loading before the first render. */
export type Lazy<Props> = ComponentType<Props> & { load: () => void }

/**
 * Creates a component whose code loads on first render. React’s own `lazy` delays content after a fallback until 300 ms have
 * passed, even if the code has arrived.
 * @param Fallback shown meanwhile
 * @param onFailure called after a load error; the component then renders what it returns. Without `onFailure`, the component
 * throws the error while rendering. The next component that mounts loads the code again, if the browser does so without a reload
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Fallback?: ComponentType,
  onFailure?: () => ReactNode,
): Lazy<Props> {
  let loaded: ComponentType<Props> | undefined
  let loading: Promise<ComponentType<Props>> | undefined

  const start = () =>
    (loading ??= load().then(
      component => (loaded = component),
      (error: unknown) => {
        loading = undefined
        throw error
      },
    ))

  function Lazy(props: Props) {
    const [Component, setComponent] = useState(() => loaded)
    const [failure, setFailure] = useState<{ error: unknown; shown: ReactNode }>()

    useEffect(() => {
      if (Component) return undefined
      let isGone = false
      start().then(
        component => !isGone && setComponent(() => component),
        (error: unknown) => {
          if (!isGone) setFailure({ error, shown: onFailure?.() })
        },
      )
      return () => {
        isGone = true
      }
    }, [Component])

    if (failure && onFailure) return failure.shown
    if (failure) throw failure.error
    if (Component) return <Component {...props} />
    return Fallback ? <Fallback /> : null
  }

  return Object.assign(Lazy, { load: () => void start().catch(() => undefined) })
}
