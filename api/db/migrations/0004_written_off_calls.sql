CREATE TABLE `written_off_calls` (
	`delivery_id` text NOT NULL,
	`attempt` integer NOT NULL,
	`account` text NOT NULL,
	`message` text NOT NULL,
	`called_at` integer NOT NULL,
	`written_off_at` integer NOT NULL,
	`wake_at` integer,
	`external_id` text,
	`removed_at` integer,
	PRIMARY KEY(`delivery_id`, `attempt`),
	FOREIGN KEY (`delivery_id`) REFERENCES `deliveries`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `written_off_calls_wake` ON `written_off_calls` (`wake_at`) WHERE "written_off_calls"."wake_at" is not null;--> statement-breakpoint
CREATE INDEX `written_off_calls_external` ON `written_off_calls` (`external_id`) WHERE "written_off_calls"."external_id" is not null;