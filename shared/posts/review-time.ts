/** 'Tue, 24 Nov, 10:27 pm AEDT' */
export const reviewTime = (instant: string | Date, timeZone: string) =>
  new Intl.DateTimeFormat('en-AU', {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: 'numeric',
    minute: '2-digit',
    timeZone,
    timeZoneName: 'short',
  }).format(new Date(instant))
