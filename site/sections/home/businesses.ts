/** Businesses whose words rotate in the hero's headline, each with the post of the illustrated composer. */
export const businesses = [
  {
    word: 'bakery',
    name: 'Crumb & Co',
    post: 'Sourdough is out at seven. First in gets the crusty one.',
    when: 'Thu 6:30 am',
    slot: { day: 3, row: 0 },
  },
  {
    word: 'salon',
    name: 'Fringe Theory',
    post: 'Two spots left on Saturday. Your fringe knows who it is.',
    when: 'Tue 4:00 pm',
    slot: { day: 1, row: 2 },
  },
  {
    word: 'workshop',
    name: 'Northside Auto',
    post: 'Long drive at Easter? Book the check-up now, not on the Thursday.',
    when: 'Mon 8:15 am',
    slot: { day: 0, row: 0 },
  },
  {
    word: 'café',
    name: 'Second Cup',
    post: 'New beans on the grinder. They taste like plums and good decisions.',
    when: 'Wed 9:00 am',
    slot: { day: 2, row: 1 },
  },
  {
    word: 'clinic',
    name: 'Back & Stride',
    post: 'Desk all day? Three times are free on Tuesday afternoon.',
    when: 'Fri 5:30 pm',
    slot: { day: 4, row: 2 },
  },
] as const
