import { expect, test } from 'bun:test'

import { languageOf } from './language.ts'

test.each([
  ['en', 'Fresh sourdough from 7 am, and the coffee is on.'],
  ['en', 'Pain au chocolat, croissants and the best café in town'],
  ['de', 'Heute frische Brezeln und Kaffee, wir sind bis 17 Uhr für euch da.'],
  ['fr', 'Du pain frais dès 7 heures, avec le sourire. Nous vous attendons!'],
  ['es', 'Hoy tenemos pan recién hecho para los que madrugan y el café está listo.'],
  ['it', 'Oggi il pane è fresco, con la nostra farina. Vi aspettiamo anche la domenica.'],
  ['pt', 'Hoje temos pão fresco para você, com a nossa farinha. Não perca!'],
  ['nl', 'Vandaag vers brood bij ons, en de koffie is klaar voor je.'],
  ['ru', 'Свежий хлеб каждый день, мы открыты с семи утра'],
  ['uk', 'Свіжий хліб із сьомої ранку'],
  ['el', 'Φρέσκο ψωμί από τις επτά'],
  ['ja', '焼きたてのパンがあります'],
  ['zh', '早上七点有新鲜面包'],
  ['ko', '오늘 아침 갓 구운 빵'],
  ['ar', 'خبز طازج من السابعة صباحا'],
])('takes for %s: %s', (language, text) => {
  expect(languageOf(text)).toBe(language)
})

test.each([
  '',
  'Open late #bread',
  '👩‍🔧 https://bakery.example',
  'Świeży chleb od siódmej',
  'Пресен хляб',
  'نان تازه گرم',
])('takes for none: %s', text => expect(languageOf(text)).toBeUndefined())

test('takes linear time', () => {
  const started = performance.now()
  languageOf('the und 早 '.repeat(20_000))
  expect(performance.now() - started).toBeLessThan(2000)
})
