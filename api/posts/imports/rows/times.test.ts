import { expect, test } from 'bun:test'

import { IMPORT_MESSAGES } from '#shared/posts/imports.ts'
import { detectDateOrder } from './date-order.ts'
import { readTime } from './times.ts'
import { readZone, fixedOffsetZone } from './zones.ts'

const sydney = { timeZone: 'Australia/Sydney', dateOrder: 'dmy' } as const
const iso = (date: string, time = '', rules: Parameters<typeof readTime>[1] = sydney) =>
  new Date(readTime({ date, time }, rules).seconds * 1000).toISOString()

test.each([
  ['2030-02-01', '09:30'],
  ['2030-02-01 09:30', ''],
  ['2030-02-01T09:30:00', ''],
  ['1/2/2030', '9:30 am'],
  ['01.02.30', '9.30'],
  ['1 February 2030 at 9:30am', ''],
  ['Fri, 1 Feb 2030', '9:30AM'],
  ['February 1, 2030', '09:30:00'],
  ['2030-01-31T22:30:00Z', ''],
  ['2030-02-01T09:30:00+11:00', ''],
  ['２０３０／０２／０１', '０９：３０'],
  ['2030年2月1日', '9:30'],
  ['2030年2月1日（金） 午前9時半', ''],
  ['2030年2月1日星期五 上午9:30', ''],
  ['2030년 2월 1일', '오전 9시 30분'],
  ['٢٠٣٠-٠٢-٠١', '٠٩:٣٠'],
  ['2030. február 1.', '9:30'],
  ['2030. febr. 1-én', '9.30'],
  ['1 Şubat 2030', '9:30'],
  ['1. Feber 2030', '9:30'],
  ['1 Februa 2030, Friday', '9:30'],
  ['1 lutego 2030 r.', 'godz. 9:30'],
  ['01.02.2030 r.', '9:30 hod.'],
  ['1 lutego 2030 r. o 9:30', ''],
  ['1 февраля 2030 г.', '9:30'],
  ['1. února 2030', 'v 9:30'],
  ['1. februar 2030', 'kl. 9.30'],
  ['1 فبراير 2030', '9:30'],
])('reads %s %s as half past nine in Sydney', (date, time) => {
  expect(iso(date, time)).toBe('2030-01-31T22:30:00.000Z')
})

test.each(['5 Marzipan 2030', '5 Junk 2030', '5 jui 2030', '5 Decade 2030', '2030年13月5日'])(
  'reads no other word as a month: %s',
  date => {
    expect(() => iso(date, '09:30')).toThrow('We can’t read the date')
  },
)

test('reads 12-hour times', () => {
  const hours = ['12 am', '12:05 am', '1pm', '12 pm', '11:59 p.m.'].map(time =>
    iso('2030-07-01', time, { ...sydney, timeZone: 'UTC' }).slice(11, 16),
  )
  expect(hours).toEqual(['00:00', '00:05', '13:00', '12:00', '23:59'])
})

test.each([
  ['中午11点半', '11:30'],
  ['中午12点', '12:00'],
  ['中午1点', '13:00'],
  ['晚上9点', '21:00'],
  ['早上7点', '07:00'],
])('reads the Chinese time %s', (time, clock) => {
  expect(iso('2030-07-01', time, { ...sydney, timeZone: 'UTC' }).slice(11, 16)).toBe(clock)
})

test('doesn’t guess the day of twelve in the evening', () => {
  expect(() => iso('2030-07-01', '晚上12点')).toThrow('We can’t read the time')
})

test.each(['2030-07-01 00:00:00', '7/1/2030 12:00:00 AM', '2030-07-01 12:00 am'])(
  'asks for the time beside %s, whose midnight a program added',
  date => {
    const rules = { timeZone: 'UTC', dateOrder: 'mdy', hasTimes: true } as const
    expect(() => iso(date, '', rules)).toThrow('Add a time')
    expect(iso(date, '9:30', rules)).toBe('2030-07-01T09:30:00.000Z')
  },
)

test('reads a spreadsheet’s fraction of a day beside a column of AM or PM', () => {
  const cells = { date: '2030-07-01', time: '0.604166666', halfDay: 'PM' }
  const { seconds } = readTime(cells, { timeZone: 'UTC', dateOrder: 'dmy' })
  expect(new Date(seconds * 1000).toISOString().slice(11, 16)).toBe('14:30')
})

test('names a zone of each offset that has one all year', () => {
  expect(['-12:00', '+14:00', '+05:30', '-13:00', '-14:00', '+05:15'].map(fixedOffsetZone)).toEqual([
    'Etc/GMT+12',
    'Etc/GMT-14',
    'Asia/Kolkata',
    undefined,
    undefined,
    undefined,
  ])
})

test('uses the first occurrence of a time that occurs twice when the clocks go back', () => {
  expect(iso('2030-04-07', '02:30')).toBe('2030-04-06T15:30:00.000Z')
})

test.each([
  ['1. Februar 2030', '9.30 Uhr'],
  ['Freitag, 1. Februar 2030', '9:30 Uhr'],
  ['vendredi 1 février 2030 à 9h30', ''],
  ['1 de febrero de 2030', '9:30 h'],
  ['ven. 1 février 2030', '9 h 30'],
  ['2030\u201102\u201101', '9:30\u202Fam'],
  ['01–02–2030', '9:30'],
  ['1. 2. 2030', '9:30'],
  ['47515', '0.395833333333333'],
  ['47515.3958333333', ''],
  ['2030-02-01', '2030-02-01 09:30'],
  ['2030-02-01', '08:30 UTC+10'],
  ['2030-02-01', '9:30 am AEDT'],
  ['2030-02-01 08:30 (AEST)', ''],
  ['2030-02-01', '06:30 AWST'],
])('reads %s %s, of other languages and spreadsheets, as half past nine in Sydney', (date, time) => {
  expect(iso(date, time)).toBe('2030-01-31T22:30:00.000Z')
})

test.each([
  ['AEST', '+10:00'],
  ['AWST', '+08:00'],
  ['UTC+8', '+08:00'],
  ['GMT+10', '+10:00'],
  ['(UTC+09:30) Darwin', 'Australia/Darwin'],
  ['(GMT+11:00) Australian Eastern Time - Sydney', 'Australia/Sydney'],
  ['perth', 'Australia/Perth'],
  ['Australia/Sydney (AEST)', 'Australia/Sydney'],
  ['gmt', 'UTC'],
])('reads %s in a column of time zones', (text, zone) => {
  expect(readZone(text, 'Australia/Sydney')).toBe(zone)
})

test('doesn’t guess a name that means several zones, unless the business is in one of them', () => {
  expect(() => readZone('EST', 'Australia/Sydney')).toThrow(/^We don’t know the time zone “EST”/)
  expect(readZone('EST', 'America/New_York')).toBe('-05:00')
  expect(() => iso('2030-02-01', '9:30 EST')).toThrow(/^We can’t read the time/)
})

test('keeps seconds, and a time before midnight in its day', () => {
  expect(iso('2030-02-01', '23:59:59')).toBe('2030-02-01T12:59:59.000Z')
  expect(iso('2030-02-01', '0.99999999')).toBe('2030-02-01T12:59:59.000Z')
})

test('doesn’t mistake the end of a period for an offset from UTC', () => {
  expect(() => iso('2030-02-01', '9:30-10:30')).toThrow(/^We can’t read the time/)
})

const NOVEMBER = new Date('2026-11-28T00:00:00Z')
const order = (dates: string[], timeZone = 'Australia/Sydney') =>
  detectDateOrder(dates, { timeZone, now: NOVEMBER })

test('infers the order of day and month from the whole column', () => {
  expect(order(['01/12/2026', '12/13/2026 09:00'])).toMatchObject({ order: 'mdy', by: 'column' })
  expect(order(['01/12/2026', '13/12/2026'], 'America/Chicago')).toMatchObject({ order: 'dmy', by: 'column' })
  expect(order(['01/12/2026', 'Sat 12/05/2026'])).toMatchObject({ order: 'mdy', by: 'column' })
  expect(order(['05.12.2026'], 'America/Chicago')).toMatchObject({ order: 'dmy', by: 'column' })
})

test('uses the country’s order for dates that can be read both ways', () => {
  expect(order(['05/12/2026'])).toEqual({ order: 'dmy', sample: '05/12/2026', by: 'country' })
  expect(order(['12/05/2026'], 'America/Chicago')).toMatchObject({ order: 'mdy', by: 'country' })
  expect(order(['12/05/2026'], 'US/Eastern')).toMatchObject({ order: 'mdy', by: 'country' })
  expect(order(['12/05/2026'], 'America/Indiana/Indianapolis')).toMatchObject({ order: 'mdy' })
  expect(order(['05/05/2027'], 'UTC').sample).toBeUndefined()
})

test('doesn’t decide when the file names a zone whose country has another order than the business’s', () => {
  const orderWith = (named: string[]) =>
    detectDateOrder(['05/12/2026'], { timeZone: 'Australia/Sydney', named, now: NOVEMBER })
  expect(orderWith(['America/New_York']).by).toBeNull()
  expect(orderWith(['Europe/Berlin', 'UTC'])).toMatchObject({ order: 'dmy', by: 'country' })
})

test.each([
  ['the country is unknown', ['05/12/2026'], 'UTC'],
  ['the country uses several orders', ['05/12/2026'], 'America/Toronto'],
  ['only the other order is in the future', ['12/05/2026'], 'Australia/Sydney'],
  ['the dates contradict each other', ['13/12/2026', '12/13/2026', '01/02/2027'], 'Australia/Sydney'],
])('doesn’t decide when %s', (_, dates, timeZone) => {
  expect(order(dates, timeZone).by).toBeNull()
})

test.each([
  ['1'.repeat(1_000_000), ''],
  ['2030-02-01', `1${' '.repeat(1_000_000)}x`],
])('rejects a cell of a million characters at once', (date, time) => {
  expect(() => iso(date, time)).toThrow(/^We can’t read the (date|time) “.{100}…?”/)
  expect(order([date])).toMatchObject({ order: 'dmy' })
})

test.each([
  ['5. března 2030', '2030-03-05'],
  ['5. června 2030', '2030-06-05'],
  ['5. července 2030', '2030-07-05'],
  ['5. marraskuuta 2030', '2030-11-05'],
  ['5 марта 2030', '2030-03-05'],
  ['5 травня 2030', '2030-05-05'],
  ['5 szept. 2030', '2030-09-05'],
  ['5 listopada 2030', '2030-11-05'],
])('reads the month of %s', (date, day) => {
  const { seconds } = readTime({ date, time: '09:30' }, { timeZone: 'UTC', dateOrder: 'dmy' })
  expect(new Date(seconds * 1000).toISOString()).toBe(`${day}T09:30:00.000Z`)
})

// 29 November 2026 is a Sunday.
const berlin = {
  timeZone: 'Europe/Berlin',
  dateOrder: 'dmy',
  now: new Date('2026-11-29T11:00:00Z'),
} as const
const dayIn = (date: string, rules: Parameters<typeof readTime>[1] = berlin) => {
  const { seconds, doubt } = readTime({ date, time: '18:00' }, rules)
  return [new Date(seconds * 1000).toISOString().slice(0, 10), doubt]
}

test.each([
  ['So 06.12.', '2026-12-06'],
  ['So., 6.12', '2026-12-06'],
  ['Sun 6 Dec', '2026-12-06'],
  ['Sunday, December 6th', '2026-12-06'],
  ['06.12. (So)', '2026-12-06'],
  ['So 29.11.', '2026-11-29'],
  ['Mi 06.01.', '2027-01-06'],
  ['Di 29. Februar', '2028-02-29'],
  // Over for four weeks, which the check of the row then says.
  ['So 01.11.', '2026-11-01'],
])('reads %s as the next such day', (date, day) => {
  expect(dayIn(date)).toEqual([day, undefined])
})

test('reads a time after a date without a year', () => {
  const { seconds } = readTime({ date: 'So 06.12. 18:00', time: '' }, berlin)
  expect(new Date(seconds * 1000).toISOString()).toBe('2026-12-06T17:00:00.000Z')
})

test('warns about a day whose weekday contradicts it, and about one without year and weekday', () => {
  expect(dayIn('Mo 06.12.')).toEqual(['2026-12-06', IMPORT_MESSAGES.otherWeekday])
  expect(dayIn('Mo, 06.12.2026')).toEqual(['2026-12-06', IMPORT_MESSAGES.otherWeekday])
  expect(dayIn('06.12.')).toEqual(['2026-12-06', IMPORT_MESSAGES.noYear])
  expect(dayIn('So 06.12.2026')).toEqual(['2026-12-06', undefined])
  // “So” is Saturday in Czech.
  expect(dayIn('So 05.12.2026')).toEqual(['2026-12-05', undefined])
  expect(() => dayIn('So 06.12.', { timeZone: 'Europe/Berlin', dateOrder: 'dmy' })).toThrow(
    'We can’t read the date “06.12.”',
  )
})

test.each([
  ['31.11.2026', 'November 2026 has 30 days'],
  ['Di, 31.11.', 'November has 30 days'],
  ['29 February 2027', 'February 2027 has 28 days'],
  ['2026-04-31', 'April 2026 has 30 days'],
])('says that %s doesn’t exist', (date, reason) => {
  expect(() => dayIn(date)).toThrow(`doesn’t exist: ${reason}.`)
})
