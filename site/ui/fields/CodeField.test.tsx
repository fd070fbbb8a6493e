import { expect, test } from 'bun:test'
import { renderToStaticMarkup } from 'react-dom/server'

import { useSubmitOnce } from './CodeField.tsx'

test('submits a whole code once, and none with more digits', () => {
  const { requestAnimationFrame: before } = globalThis
  globalThis.requestAnimationFrame = run => {
    run(0)
    return 0
  }
  let submitted = 0
  const form = { requestSubmit: () => submitted++ } as unknown as HTMLFormElement
  function Field() {
    const submitOnce = useSubmitOnce(6)
    const counts = ['12345', '1239456', '123 456', '123456', 'abcdef'].map(text => {
      submitOnce(text, form)
      return submitted
    })
    return counts.join()
  }
  try {
    expect(renderToStaticMarkup(<Field />)).toBe('0,0,1,1,1')
  } finally {
    globalThis.requestAnimationFrame = before
  }
})
