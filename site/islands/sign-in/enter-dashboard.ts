export const enterDashboard = () => location.assign('/dashboard')
