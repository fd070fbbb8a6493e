import type { TradeWeek } from '#shared/trades/week.ts'

export const cafe: TradeWeek = {
  times: 'on the way to work, after the lunch rush, and before Saturday sport',
  posts: {
    'Mon 06:40 question':
      'Good morning. The usual today, or is it a double-shot sort of Monday? Tell us below, and we’ll know when you walk in.',
    'Wed 14:30 behind':
      'After the rush at {business}: the grinder comes apart, the bench gets wiped, and somebody finally makes a coffee for themselves. Guess how they take it.',
    'Thu 10:15 tip':
      'Beans last longest in a closed tin in a dark cupboard, not in the fridge. Not sure how fine to grind them at home? Ask at the counter.',
    'Sat 08:30 review':
      'Had a good cup with us this week? A line on Google helps the next person in {suburb} find {business}. Say what you ordered: that’s the part people read.',
  },
  event: {
    at: 'Fri 15:30',
    summer:
      'Iced-everything weather. Long black over ice, or iced latte? There’s no wrong answer at {business}, only strong feelings.',
    autumn:
      'First mornings with a jumper on. {business} is the warm window on your way to work: same again, or something with cinnamon?',
    winter:
      'Cold hands, hot cup. On the sideline with the kids this weekend? Take {business} with you, and ask for a tray to carry the lot.',
    spring: 'Coat off, sunglasses on, first coffee outside. Who are you bringing to {business} this weekend?',
  },
  crowd: 'eat',
}

export const bakery: TradeWeek = {
  times: 'before breakfast, at school pick-up, and early on the weekend',
  posts: {
    'Tue 06:15 behind':
      'It’s still dark in {suburb}, and the first trays are already out. This is what {business} looks like before you’re up.',
    'Wed 15:00 question':
      'Crust or crumb? Corner piece or middle? Settle it for us. The loudest side gets the last slice.',
    'Thu 12:00 tip':
      'Bread going hard? Wet the crust under the tap, then ten minutes in a hot oven. It comes back better than you’d think. Freeze the rest in slices.',
    'Fri 14:30 offer':
      'Tell {business} by tonight what you’d like tomorrow, and we’ll put it aside with your name on it. No queue, no “sorry, last one just went”.',
  },
  event: {
    at: 'Sat 07:00',
    summer:
      'Too hot to turn the oven on at home? That’s what ours is for. What are you taking to the beach or the barbecue?',
    autumn: 'Soup weather is coming. Ask at {business} which loaf stands up to a bowl of it.',
    winter:
      'There is nothing that a warm paper bag from {business} can’t make a bit better on a morning like this. What’s in yours?',
    spring: 'Picnic season. Tell us how many you are, and {business} will say how much to bring.',
  },
  crowd: 'eat',
}

export const restaurant: TradeWeek = {
  times: 'when people wonder what’s for dinner, and on Thursday, when they plan the weekend',
  posts: {
    'Tue 16:45 offer':
      'Nothing in the fridge and nobody in the mood? Leave dinner to {business} tonight. Tell us who’s at the table, and we’ll suggest what to share.',
    'Wed 11:30 behind':
      'A pot has been on in our kitchen since this morning, and the whole place smells of it. Can you guess what’s in it?',
    'Thu 17:00 question':
      'Your last meal at {business}: what’s the order? One starter, one main, no sharing. Go.',
    'Sun 11:00 review':
      'Ate with us this week? Tell Google what you had and who you were with. It’s how the next table in {suburb} finds {business}.',
  },
  event: {
    at: 'Fri 15:30',
    summer: 'Warm evening, late light, no washing-up. Who’s coming to {business} tonight?',
    autumn:
      'The evenings are drawing in, and that calls for something slow-cooked and a table away from the door. See you at {business}?',
    winter: 'It’s a night for hot food and somebody else’s heating. {business} has the stove on.',
    spring: 'Lighter evenings, lighter plates. What are you glad to see back on menus now that it’s spring?',
  },
  crowd: 'eat',
}

export const pub: TradeWeek = {
  times: 'at knock-off, on Thursday for the weekend, and before a Sunday lunch',
  posts: {
    'Tue 16:00 question':
      'Pub quiz, first round: what’s the one question that everybody in {suburb} would get right? Best one makes our list.',
    'Thu 16:30 offer':
      'Planning something for the weekend? Tell {business} how many you are and when, and we’ll find you a corner.',
    'Fri 15:45 behind':
      'Before the door opens at {business}: glasses polished, taps checked, one last look round. The next face you see could be yours.',
    'Sun 10:30 review':
      'If it was a good night, tell Google. A line about the food, the staff or the band helps the next table find {business}.',
  },
  event: {
    at: 'Sat 11:30',
    summer: 'Shade, a breeze and something cold. That’s the plan. Who’s got the first round at {business}?',
    autumn:
      'Football’s back on, jumpers are back out. Where do you sit at {business} when your team’s losing?',
    winter:
      'If there’s one place to wait out the rain, it’s beside people you like. {business} has the lights on.',
    spring: 'First proper evening for sitting outside. Send this to the friend who still owes you one.',
  },
  crowd: 'eat',
}

export const food: TradeWeek = {
  times: 'when people plan dinner, and before the weekend shop',
  posts: {
    'Mon 15:30 tip':
      'Take meat and cheese out half an hour before you need them. Cold from the fridge, neither tastes of much. Ask at {business} what else makes the difference.',
    'Wed 12:00 question': 'What’s for dinner? Tell us what you’ve got at home, and we’ll say what’s missing.',
    'Thu 07:30 behind':
      'This morning’s delivery at {business}, before it’s on display. What do you spot first?',
    'Sat 08:00 review':
      'Cooked something from {business} that worked? Post a photo with your Google review. It helps somebody in {suburb} decide what to have tonight.',
  },
  event: {
    at: 'Fri 14:00',
    summer:
      'Barbecue this weekend? Tell {business} how many you’re feeding, and we’ll tell you how much. It’s usually less than you think.',
    autumn:
      'Time for the big pot again. Ask at {business} for what wants long and slow, and leave the rest to the oven.',
    winter: 'Soup, stew, roast: it’s that weather. Which one do you make like your nan did?',
    spring:
      'The good things are coming into season. Ask at {business} what’s best this week, and change your plans for it.',
  },
  crowd: 'eat',
}
