import { expect, test } from 'bun:test'

import { rendered } from '#site/test/rendered.ts'
import { Tabs } from './Tabs.tsx'

const tabs = (tooltip?: string) =>
  rendered(
    <Tabs
      label="Tips"
      tabs={[{ key: 'times', label: 'Best Times', ...(tooltip && { tooltip }) }]}
      selected="times"
      onSelect={() => {}}
    >
      Mornings
    </Tabs>,
  ).markup

test('scrolls tabs that don’t fit, but wraps those with tooltips, which a scrolling line would cut off', () => {
  expect(tabs()).toContain('overflow-x-auto')
  expect(tabs('When your followers are online')).not.toContain('overflow-x-auto')
  expect(tabs('When your followers are online')).toContain('flex-wrap')
})
