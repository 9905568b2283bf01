"""Methods with momentum: heavy ball, Nesterov, multistage, and momentum from private trees."""
