ALTER TABLE `deliveries` ADD `extras` text;--> statement-breakpoint
ALTER TABLE `written_off_calls` ADD `extras` text;