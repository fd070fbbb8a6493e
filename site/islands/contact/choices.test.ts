import { expect, test } from 'bun:test'

import { SERVICES } from '#shared/requests/requests.ts'
import { serviceChoices, clearHiddenPosts } from './choices.ts'

const service = (title: string, ...choices: string[]) => ({ data: { title, choices } })

test('lists only what the agency offers, its website plan, and anything else', () => {
  const valuesOf = (...services: Parameters<typeof serviceChoices>[0]) =>
    serviceChoices(services).map(({ heading, choices }) => [heading, choices.map(({ value }) => value)])
  expect(valuesOf(service('Menus', 'Menus for a season', 'Digital Advertising'), service('Signs'))).toEqual([
    ['What we do', ['Menus', 'Signs', '99_package']],
    ['Menus', ['Menus for a season', 'digital']],
    ['', ['other']],
  ])
  expect(valuesOf()).toEqual([
    ['What we do', ['99_package']],
    ['', ['other']],
  ])
})

test('lists the specified services with the shipped content', async () => {
  const [, front = ''] = (await Bun.file('site/content/services/ads.md').text()).split(/^---$/m)
  const { title, choices } = Bun.YAML.parse(front) as { title: string; choices: string[] }
  const listed = serviceChoices([service(title, ...choices)]).flatMap(group => group.choices)
  expect(
    listed
      .slice(1)
      .map(({ label }) => label)
      .toSorted(),
  ).toEqual(SERVICES.map(({ label }) => label).toSorted())
  expect(listed).toEqual(expect.arrayContaining([{ value: title, label: title }, ...SERVICES]))
})

test('drops the posts a week only for a service with a price of its own', () => {
  const sent = (service: string) => clearHiddenPosts({ service, posts: '3' }, ['Menus'])
  expect(sent('Menus')).toEqual({ service: 'Menus', posts: '' })
  expect(sent('Signs')).toEqual({ service: 'Signs', posts: '3' })
})
