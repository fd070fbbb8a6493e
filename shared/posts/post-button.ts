import * as v from 'valibot'

import { optionalLine } from '#shared/text/text.ts'
import { completeUrl } from '#shared/text/urls.ts'
import { isWebAddress, buttonUrlMessage } from './extras-rules.ts'
import { BUTTONS, MAX_URL } from './extras.ts'

/** The button of new posts. A button that calls has no URL. */
export const PostButton = v.pipe(
  v.object({ button: v.picklist(BUTTONS, 'Please choose a button.'), url: optionalLine(MAX_URL) }),
  v.transform(({ button, url }) => ({ button, url: button === 'CALL' ? '' : completeUrl(url) })),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return
    const { button, url } = dataset.value
    if (button !== 'CALL' && !isWebAddress(url))
      addIssue({
        message: buttonUrlMessage(button),
        path: [{ type: 'object', origin: 'value', input: dataset.value, key: 'url', value: url }],
      })
  }),
)
export type PostButton = v.InferOutput<typeof PostButton>
