ALTER TABLE `deliveries` ADD `written` text;--> statement-breakpoint
ALTER TABLE `first_comments` ADD `written` text;