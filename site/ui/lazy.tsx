import { type ComponentType, useEffect, useState } from 'react'

/** `load` begins what the first drawing would begin. */
export type Later<Props> = ComponentType<Props> & { load: () => void }

/**
 * A component whose code comes when it is first drawn. React’s own `lazy` holds back what follows a fallback until that has
 * stood for 300 ms, however soon the code was there.
 * @param Waiting stands in its place meanwhile. What can’t be loaded is thrown while drawing, and tried again by the next
 */
export function later<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Waiting?: ComponentType,
): Later<Props> {
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

  function Later(props: Props) {
    const [Component, setComponent] = useState(() => loaded)
    const [failure, setFailure] = useState<{ error: unknown }>()

    useEffect(() => {
      if (Component) return undefined
      let isGone = false
      start().then(
        component => !isGone && setComponent(() => component),
        (error: unknown) => !isGone && setFailure({ error }),
      )
      return () => {
        isGone = true
      }
    }, [Component])

    if (failure) throw failure.error
    if (Component) return <Component {...props} />
    return Waiting ? <Waiting /> : null
  }

  return Object.assign(Later, { load: () => void start().catch(() => undefined) })
}
